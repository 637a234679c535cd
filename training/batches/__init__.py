"""How VectorEnv plays many games at once: in numpy, over states of the engine, or in C."""

"""Speed, measured: ``make bench`` prints one table. bench/README.md says what each row means."""

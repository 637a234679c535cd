"""What happens to an arena when a part of it is away, slow or asked for too much.

``python -m bench.outages`` runs each scenario on a private deployment.
"""

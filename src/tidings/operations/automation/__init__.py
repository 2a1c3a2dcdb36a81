"""Rules, webhooks and notifications."""

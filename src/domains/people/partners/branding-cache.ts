// Announced when what a host name or tenant shows has changed: "<environment> <host name or tenant id>", or
// "<environment> partner <id>" for everything of one partner.

export const BRANDING_CHANGED = 'partners.branding'

// The topic under which a change of branding or of a tenant is published, with the uuid of the partner.

export const BRANDING_CHANGED = 'partners.branding'

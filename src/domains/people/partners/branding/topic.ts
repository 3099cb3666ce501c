// The topic under which a change of looks or of a tenant is announced, with the uuid of the partner.

export const BRANDING_CHANGED = 'partners.branding'

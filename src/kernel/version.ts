// The two versions. Clients depend on that of the API, operators on that of the software.

/** The version of the API, which the specification defines; the documents of the API show it. */
export const API_VERSION = '7.16.0'

/** The version of Florin itself, as in package.json. */
export const SOFTWARE_VERSION = '1.0.0'

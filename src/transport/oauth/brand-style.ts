// Adds the branding of a tenant to the style sheet of the hosted pages, when they are opened under its host name: its
// colour, its name and the logo that the bank keeps. Nothing else of it is used here, because users enter passwords
// on these pages.

/** The branding for a host name, as the operation `branding.get` returns it. */
export interface HostBranding {
  readonly white_label: boolean
  readonly primary_color?: string | null
  readonly company_name?: string | null
  readonly logo?: { readonly url: string; readonly width: number; readonly height: number } | null
}

/** The ground of the pages where they are light, as in the tokens of the design. */
const PAPER = '#f6f6f3'
/** The minimum that WCAG requires of essential parts of a page. */
const CONTRAST_MIN = 3

export function brandStyle(branding: HostBranding): string {
  const { white_label, primary_color, company_name, logo } = branding
  if (!white_label) return ''
  return colourRule(primary_color ?? '') + nameRule(company_name ?? '') + logoRule(logo ?? null)
}

/** A colour that could not be seen on the page is left out. */
function colourRule(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour) || contrast(colour, PAPER) < CONTRAST_MIN) return ''
  const text = contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000'
  return `
:root { --brand: ${colour}; --on-brand: ${text} }
`
}

function nameRule(name: string): string {
  if (name === '') return ''
  return `
.brand { font-size: 0 }
.brand::after { content: "${escapeText(name)}"; font-size: 1.25rem }
`
}

const LOGO_HEIGHT = 32
const LOGO_WIDTH_MAX = 128
const LOGO_URL = /^\/brand\/logos\/[0-9a-f]{64}$/

/** Left of the name. An address elsewhere is never loaded: its host would learn who opens the page. */
function logoRule(logo: NonNullable<HostBranding['logo']> | null): string {
  if (logo === null || !LOGO_URL.test(logo.url)) return ''
  const width = Math.min(Math.round((LOGO_HEIGHT * logo.width) / logo.height), LOGO_WIDTH_MAX)
  return `
.brand::before { content: ""; display: inline-block; width: ${width}px; height: ${LOGO_HEIGHT}px;
  margin-right: 0.5rem; vertical-align: middle;
  background: url("${logo.url}") center / contain no-repeat }
.brand::after { vertical-align: middle }
`
}

/** Every character that is not a letter or digit of ASCII is written by its number, so none can end the text. */
const escapeText = (text: string): string =>
  Array.from(text)
    .map((one) => (/[A-Za-z0-9]/.test(one) ? one : `\\${one.codePointAt(0)!.toString(16)} `))
    .join('')

/** The contrast ratio of WCAG, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

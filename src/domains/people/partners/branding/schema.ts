// The fields of branding: their shapes, their defaults, and which of them are public.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid, boundedRecord } from '../../../../kernel/schema.ts'
import { displayName, plainText } from '../../../../kernel/text.ts'
import { logoFields } from '../logos/operations.ts'

export const colours = [
  'primary_color',
  'secondary_color',
  'accent_color',
  'text_color',
  'background_color',
] as const

export const urls = [
  'logo_url',
  'logo_dark_url',
  'favicon_url',
  'privacy_policy_url',
  'terms_of_service_url',
] as const

export const texts = ['company_name', 'tagline', 'support_email', 'support_phone'] as const

/** Scripts are for the partner's own pages; the bank never publishes them. */
export const publicFields = [...colours, ...urls, ...texts, 'custom_css'] as const
export const allFields = [...publicFields, 'custom_js'] as const
export type BrandingField = (typeof allFields)[number]

export const defaults: Readonly<Partial<Record<BrandingField, string>>> = {
  primary_color: '#1a365d',
  secondary_color: '#2b6cb0',
  accent_color: '#2b6cb0',
  text_color: '#1a202c',
  background_color: '#ffffff',
}

const COLOUR = '^#[0-9A-Fa-f]{6}$'
const words = (name: string): string => name.replaceAll('_', ' ')

const colourInput = (name: string) =>
  Type.Optional(
    Type.Union([Type.String({ pattern: COLOUR, maxLength: 7 }), Type.Null()], {
      description: `The ${words(name)} as #RRGGBB; null for the default.`,
    }),
  )

const urlInput = (name: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
      description: `The ${words(name)}, an https address; null for none.`,
    }),
  )

const textInput = (name: string, options: Parameters<typeof Type.String>[0]) =>
  Type.Optional(
    Type.Union([Type.String(options), Type.Null()], {
      description: `The ${words(name)}; null for none.`,
    }),
  )

export const whiteLabelInput = {
  logo_url: urlInput('logo_url'),
  primary_color: colourInput('primary_color'),
  features: Type.Optional(
    boundedRecord(
      Type.Boolean(),
      { description: 'Switches for the partner’s own pages, at most 100.', maxProperties: 100 },
      { bytesMax: 8_192, levelsMax: 1 },
    ),
  ),
}

export const brandingInput = {
  ...Object.fromEntries(colours.map((name) => [name, colourInput(name)])),
  ...Object.fromEntries(urls.map((name) => [name, urlInput(name)])),
  company_name: textInput('company_name', displayName(255)),
  tagline: textInput('tagline', plainText(255)),
  support_email: textInput('support_email', { format: 'email', maxLength: 255 }),
  support_phone: textInput('support_phone', plainText(50)),
  custom_css: textInput('custom_css', { maxLength: 20_000 }),
  custom_js: textInput('custom_js', { maxLength: 20_000 }),
}

const shown = (names: readonly BrandingField[]) =>
  Object.fromEntries(names.map((name) => [name, Nullable(Type.String())]))

export const WhiteLabel = Type.Object(
  {
    logo_url: Nullable(Type.String()),
    primary_color: Type.String(),
    features: boundedRecord(Type.Boolean(), {}, { bytesMax: 8_192, levelsMax: 1 }),
    updated_at: Nullable(DateTime),
  },
  { $id: 'WhiteLabelConfig' },
)

export const Branding = Type.Object(
  { ...shown(allFields), updated_at: Nullable(DateTime) },
  { $id: 'PartnerBranding' },
)

export const PublicBranding = Type.Object(
  {
    white_label: Type.Boolean({ description: 'False for the branding of the bank itself.' }),
    tenant_id: Nullable(Uuid),
    logo: Type.Union([Type.Object(logoFields, { $id: 'PublicLogo' }), Type.Null()], {
      description: 'The logo that the bank stores; its own pages show no other.',
    }),
    ...shown(publicFields),
    features: boundedRecord(Type.Boolean(), {}, { bytesMax: 8_192, levelsMax: 1 }),
  },
  { $id: 'PublicBranding' },
)

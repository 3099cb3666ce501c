// The branding of a tenant on hosted pages: no name and no colour breaks the style sheet.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandStyle } from './brand-style.ts'

describe('brandStyle', () => {
  it('adds nothing for the bank itself', () => {
    expect(brandStyle({ white_label: false, primary_color: '#112233', company_name: 'A' })).toBe('')
  })

  it('sets the colour with a text that can be read on it, and the name', () => {
    const style = brandStyle({ white_label: true, primary_color: '#112233', company_name: 'Acme' })
    expect(style).toContain('--brand: #112233')
    expect(style).toContain('--on-brand: #ffffff')
    expect(style).toContain('content: "Acme"')
  })

  it('leaves out a colour that cannot be seen on the page', () => {
    expect(brandStyle({ white_label: true, primary_color: '#ffff00' })).not.toContain('--brand')
  })

  it('lets no name end its text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (company_name) => {
        const style = brandStyle({ white_label: true, company_name })
        expect(style).toMatch(/content: "(?:[A-Za-z0-9]|\\[0-9a-f]{1,6} )*";/)
      }),
    )
  })
})

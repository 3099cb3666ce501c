// Lets the plotting library format numbers in the browser's default locale. uPlot 1.6.32 makes a number format of
// `navigator.language` while it loads, which throws where that is no language tag: Chromium under LANG=C says
// `en-US@posix`. Its source has this change already (leeoniya/uPlot#1054), in no release so far; the build fails when
// there is nothing left to change.
import type { Plugin } from 'vite'

const LIBRARY = /[\\/]uplot[\\/]dist[\\/]uPlot\.esm\.js$/
const OF_NAVIGATOR = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')"

export const defaultLocale = (): Plugin => ({
  name: 'default-locale',
  transform: {
    filter: { id: LIBRARY },
    handler(code) {
      if (!code.includes(OF_NAVIGATOR)) this.error('uPlot has changed: default-locale.ts can go')
      return { code: code.replace(OF_NAVIGATOR, 'new Intl.NumberFormat()'), map: null }
    },
  },
})

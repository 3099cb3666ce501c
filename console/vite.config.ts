// How the console is built. `tools/build-console.ts` runs it and says where the result goes.
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { defaultLocale } from './default-locale.ts'
import { guides } from './guides.ts'
import { usedIcons } from './used-icons.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), usedIcons(), defaultLocale(), guides()],
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // The policy of the pages allows no data: scripts or styles, so nothing is written into them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // The reference has its own document: who reads it loads nothing of the console's pages.
    rolldownOptions: {
      input: ['index.html', 'reference.html'].map((name) => join(import.meta.dirname, name)),
    },
  },
})

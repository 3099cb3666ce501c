// The guides, as `console/guides.ts` writes them when the console is built.
import * as built from 'virtual:guides'
import type { Guide, GuidePages } from './guides.ts'

export const guides = built.guides as readonly Guide[]
export const guidePages = built.pages as GuidePages

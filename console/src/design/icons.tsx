// The icons of the console, from the set Lucide. A file declares the icons that it shows: `const Plus = icon('plus')`. The
// build keeps the icons that such a call names, so the name is always a literal (used-icons.ts).
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import type { ComponentType, SVGProps } from 'react'

export type Icon = ComponentType<SVGProps<SVGSVGElement>>

export function icon(name: keyof typeof lucide.icons): Icon {
  const drawing = { __html: lucide.icons[name].body }
  return (props) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      aria-hidden
      {...props}
      dangerouslySetInnerHTML={drawing}
    />
  )
}

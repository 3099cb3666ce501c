// The heading of a page; it is also the name of the browser's tab, and takes the focus after a link was followed.
import { useEffect, useRef } from 'react'

let isFirst = true

export function Title({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${text} – Florin API reference`
    // After a full load the focus stays at the top of the document.
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
      {text}
    </h1>
  )
}

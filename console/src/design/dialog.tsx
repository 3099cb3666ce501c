// A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and needs no script of
// another kind.
import { icon } from './icons.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

const X = icon('x')

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (isOpen && dialog?.open === false) dialog.showModal()
    if (!isOpen) dialog?.close()
  }, [isOpen])
  return (
    <dialog
      ref={element}
      onClose={onClose}
      aria-labelledby={id}
      className="rise m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border border-line bg-card p-0 text-ink shadow-xl"
    >
      {isOpen && (
        <div className="p-5">
          <header className="mb-4 flex items-start justify-between gap-4">
            <h2 id={id} className="min-w-0 pt-1 text-lg font-semibold wrap-anywhere">
              {title}
            </h2>
            <Button look="quiet" size="icon" aria-label="Close" onClick={onClose}>
              <X aria-hidden />
            </Button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

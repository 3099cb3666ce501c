// A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and needs no script of
// another kind.
import { icon } from './icons.tsx'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'

const X = icon('x')

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

const Hold = createContext<(isHeld: boolean) => void>(() => {})

/** While it is held, the dialog around has no close button and ignores Escape: only its content closes it. */
export function useHoldOpen(isHeld: boolean): void {
  const hold = useContext(Hold)
  useEffect(() => {
    hold(isHeld)
    return () => hold(false)
  }, [hold, isHeld])
}

export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  // The content comes after the dialog is shown: before, none of its fields could take the focus.
  const [isShown, setShown] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (isOpen && dialog?.open === false) dialog.showModal()
    if (!isOpen) dialog?.close()
    setShown(isOpen)
  }, [isOpen])
  useEffect(() => {
    if (!isHeld) return
    // Of several presses a browser lets the dialog itself prevent the first only, and then closes those below as well.
    const ignore = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault()
    }
    addEventListener('keydown', ignore, true)
    return () => removeEventListener('keydown', ignore, true)
  }, [isHeld])
  const stay = (event: SyntheticEvent): void => {
    if (isHeld) event.preventDefault()
  }
  const close = (): void => {
    // The browser tells of a closing later; the dialog may be open again by then.
    if (element.current?.open === true) return
    // A phone has gestures that close it.
    if (isHeld && isOpen) element.current?.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={element}
      onCancel={stay}
      onClose={close}
      aria-labelledby={id}
      className="rise m-auto w-[min(30rem,calc(100vw-2rem))] rounded-2xl border border-line bg-card p-0 text-ink shadow-xl outline-none"
    >
      {isOpen && isShown && (
        <div className="p-5">
          <header className="mb-4 flex items-start justify-between gap-4">
            <h2 id={id} className="min-w-0 pt-1 text-lg font-semibold wrap-anywhere">
              {title}
            </h2>
            {!isHeld && (
              <Button look="quiet" size="icon" aria-label="Close" onClick={onClose}>
                <X aria-hidden />
              </Button>
            )}
          </header>
          <Hold value={setHeld}>{children}</Hold>
        </div>
      )}
    </dialog>
  )
}

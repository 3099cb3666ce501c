// Buttons, and links that look like them. A button that waits for the bank says so and cannot be pressed again.
import { cva, type VariantProps } from 'class-variance-authority'
import { icon } from './icons.tsx'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const LoaderCircle = icon('loader-circle')

export const buttonStyle = cva(
  'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        main: 'bg-accent text-on-accent hover:brightness-110',
        plain: 'border border-line bg-card text-ink hover:bg-sunk',
        quiet: 'text-ink hover:bg-sunk',
        danger: 'border border-bad/40 bg-card text-bad hover:bg-bad-bg',
      },
      size: { normal: 'h-10 px-4', small: 'h-8 px-3 text-sm', icon: 'size-9' },
    },
    defaultVariants: { look: 'main', size: 'normal' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  readonly isWaiting?: boolean
}

export function Button({
  look,
  size,
  isWaiting = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isWaiting}
      aria-busy={isWaiting}
      className={classes(buttonStyle({ look, size }), className)}
    >
      {isWaiting && <LoaderCircle className="turning" aria-hidden />}
      {children}
    </button>
  )
}

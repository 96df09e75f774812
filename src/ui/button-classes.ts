import { type ClassValue, clsx } from 'clsx'

const variants = {
  primary: 'border-transparent bg-signal text-on-signal hover:bg-signal-lit',
  secondary: 'border-edge bg-raised text-ink hover:bg-sunken',
  ghost: 'ghost border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-transparent bg-rust text-on-rust hover:bg-rust-lit',
  brass: 'border-transparent bg-brass text-on-brass hover:bg-brass-lit',
}
const sizes = {
  md: 'h-11 px-4 text-base',
  sm: 'h-11 px-3 text-sm',
  lg: 'h-13 px-6 text-base',
  icon: 'size-11 p-0',
}

export type ButtonLook = {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
  wide?: boolean | undefined
}

/** The look of a button, also for links that act like one: `<Link className={buttonClasses({ variant: 'primary' })}>`. */
export const buttonClasses = ({
  variant = 'secondary',
  size = 'md',
  wide = false,
  className,
}: ButtonLook & { className?: ClassValue } = {}): string =>
  clsx('button', variants[variant], sizes[size], wide && 'w-full', className)

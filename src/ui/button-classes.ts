import { cva } from 'class-variance-authority'

/** The look of a button, also for links that act like one: `<Link className={buttonClasses({ variant: 'primary' })}>`. */
export const buttonClasses = cva('button', {
  variants: {
    variant: {
      primary: 'border-transparent bg-signal text-on-signal hover:bg-signal-lit',
      secondary: 'border-edge bg-raised text-ink hover:bg-sunken',
      ghost: 'ghost border-transparent bg-transparent text-ink hover:bg-sunken',
      danger: 'border-transparent bg-rust text-on-rust hover:bg-rust-lit',
      brass: 'border-transparent bg-brass text-on-brass hover:bg-brass-lit',
    },
    size: {
      md: 'h-11 px-4 text-base',
      sm: 'h-11 px-3 text-sm',
      lg: 'h-13 px-6 text-base',
      icon: 'size-11 p-0',
    },
    wide: { true: 'w-full', false: '' },
  },
  defaultVariants: { variant: 'secondary', size: 'md', wide: false },
})

import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { controlClasses } from './control-classes.ts'
import { useEarlyInput } from './early-input.ts'
import { useFieldProps } from './field.tsx'

type InputProps = ComponentProps<'input'> & {
  /** Stands inside the field before what is typed: `@`, a magnifier. */
  before?: ReactNode
}

/** One line of text. */
export function Input({ className, before, ref, ...rest }: InputProps) {
  const field = useFieldProps()
  const control = useEarlyInput(rest.value, ref)
  const input = (
    <input {...field} {...rest} ref={control} className={clsx(controlClasses, 'h-11', before && 'pl-9', className)} />
  )
  if (!before) return input
  return (
    <span className="relative flex w-full">
      <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-faint">
        {before}
      </span>
      {input}
    </span>
  )
}

import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { useEarlyInput } from './early-input.ts'
import { useFieldProps } from './field.tsx'

/** Several lines of text: `rows` at least, and it grows with what is written where the browser can do that. */
export function Textarea({ className, rows = 3, ref, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps()
  const control = useEarlyInput(rest.value, ref)
  return (
    <textarea
      rows={rows}
      {...field}
      {...rest}
      ref={control}
      className={clsx(controlClasses, 'field-sizing-content max-h-80 resize-y py-2.5', className)}
      // A field that fits what is in it does not look at `rows`.
      style={{ minHeight: `calc(${rows * 1.5}rem + 1.25rem + 2px)` }}
    />
  )
}

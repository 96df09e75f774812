import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { useFieldProps } from './field.tsx'

/** Several lines of text; it grows with what is written where the browser can do that. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps()
  return (
    <textarea
      rows={3}
      {...field}
      {...rest}
      className={clsx(controlClasses, 'field-sizing-content max-h-80 min-h-11 resize-y py-2.5', className)}
    />
  )
}

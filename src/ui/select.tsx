import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { useEarlyChoice } from './early-input.ts'
import { useFieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

/** A choice from a list: the device's own, which every thumb and screen reader knows. */
export function Select({ className, children, ...rest }: Omit<ComponentProps<'select'>, 'ref'>) {
  const field = useFieldProps()
  const control = useEarlyChoice(rest.value)
  return (
    <span className={clsx('relative flex', className)}>
      <select {...field} {...rest} ref={control} className={clsx(controlClasses, 'h-11 appearance-none pr-10')}>
        {children}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute top-3.5 right-3 size-4 text-ink-soft" />
    </span>
  )
}

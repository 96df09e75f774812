import { clsx } from 'clsx'
import type { IconName } from './icon-names.ts'
import sheet from './icons.svg?no-inline'

/**
 * One icon from the sheet that all of them share: the page carries a name instead of a drawing, and no code.
 * It has no alternative text; the label is beside it or on the control.
 */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg className={clsx('icon', className)} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}

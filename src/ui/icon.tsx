import { createIsomorphicFn } from '@tanstack/react-start'
import { clsx } from 'clsx'
import { firstIcons, type IconName } from './icon-names.ts'
import sheet from './icons.svg?no-inline'

/**
 * One icon from the sheet that all of them share: the page carries a name instead of a drawing, and no code. Those of
 * the first paint are drawn from the page itself (`first-icons.tsx`), which has them before any file has come.
 * It has no alternative text; the label is beside it or on the control.
 */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg className={clsx('icon', className)} aria-hidden="true">
      <use href={isInPage(name) ? `#i-${name}` : `${sheet}#${name}`} />
    </svg>
  )
}

/** The browser sees it in the page, so that the list is no part of its code. */
const isInPage = createIsomorphicFn()
  .server((name: IconName): unknown => firstIcons.includes(name))
  .client((name: IconName): unknown => document.getElementById(`i-${name}`))

import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type ErrorLineProps = {
  children: ReactNode
  id?: string
  /** Its margins, where nothing around it sets them. */
  className?: string
}

/** What went wrong, in the place where it was tried; read out at once. */
export function ErrorLine({ children, id, className }: ErrorLineProps) {
  return (
    <p id={id} role="alert" className={clsx('font-medium text-rust-text text-sm', className)}>
      {children}
    </p>
  )
}

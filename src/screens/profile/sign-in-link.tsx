import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** What a visitor presses instead of a button that needs an account: the way in, and back to here. */
export function SignInLink({
  className,
  children,
  label,
}: {
  className?: string
  children: ReactNode
  label?: string
}) {
  const here = useLocation({ select: (it) => it.href })
  return (
    <Link to="/login" search={{ redirect: here }} aria-label={label} className={className} preload={false}>
      {children}
    </Link>
  )
}

import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageLink } from '../../ui/page-link.tsx'

/** Replaces a button that needs an account: leads a visitor to sign in and back here. */
export function SignInLink({
  className,
  children,
  label,
}: {
  className?: string
  children: ReactNode
  label?: string
}) {
  const here = useRouter().latestLocation.href
  return (
    <PageLink
      href={`/login?redirect=${encodeURIComponent(here)}`}
      aria-label={label}
      className={className}
      preload={false}
    >
      {children}
    </PageLink>
  )
}

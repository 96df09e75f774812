import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { redirectSearch } from '../lib/redirect-search.ts'
import { m } from '../paraglide/messages.js'
import { methodsQuery } from '../queries/account.ts'
import { countClick } from '../queries/referral.ts'
import { SignupScreen } from '../screens/auth/signup-screen.tsx'

export const Route = createFileRoute('/signup')({
  staticData: { middleware: ['guest'] },
  validateSearch: redirectSearch,
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(methodsQuery)
    return pageHead({ title: m.auth_signup_title(), description: m.session_site_description(), path: '/signup' })
  },
  head: loaderHead,
  component: Signup,
})

function Signup() {
  const { redirect, ref } = Route.useSearch()
  // A visit by a referral link is counted for its owner (product §10).
  useEffect(() => void (ref && countClick(ref)), [ref])
  return <SignupScreen returnTo={redirect} referral={ref} />
}

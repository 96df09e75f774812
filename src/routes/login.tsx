import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { redirectSearch } from '../lib/redirect-search.ts'
import { m } from '../paraglide/messages.js'
import { methodsQuery } from '../queries/account.ts'
import { LoginScreen } from '../screens/auth/login-screen.tsx'

export const Route = createFileRoute('/login')({
  staticData: { middleware: ['guest'] },
  validateSearch: redirectSearch,
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(methodsQuery)
    return pageHead({ title: m.auth_login_title(), description: m.session_site_description(), path: '/login' })
  },
  head: loaderHead,
  component: Login,
})

function Login() {
  return <LoginScreen returnTo={Route.useSearch().redirect} />
}

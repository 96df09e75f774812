import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { redirectSearch } from '../lib/redirect-search.ts'
import { m } from '../paraglide/messages.js'
import { methodsQuery } from '../queries/account.ts'
import { LoginScreen } from '../screens/auth/login-screen.tsx'

export const Route = createFileRoute('/login')({
  staticData: { middleware: ['guest'] },
  // `step=code`: the password was right, and a reload still asks for the code.
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...redirectSearch(search),
    step: search.step === 'code' ? 'code' : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery(methodsQuery)
    return pageHead({ title: m.auth_login_title(), description: m.session_site_description(), path: '/login' })
  },
  head: loaderHead,
  component: Login,
})

type LoginSearch = ReturnType<typeof redirectSearch> & { step?: 'code' | undefined }

function Login() {
  const { redirect, step } = Route.useSearch()
  return <LoginScreen returnTo={redirect} step={step} />
}

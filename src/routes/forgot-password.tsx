import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { ForgotScreen } from '../screens/auth/forgot-screen.tsx'

export const Route = createFileRoute('/forgot-password')({
  staticData: { middleware: ['guest'] },
  loader: () => pageHead({ title: m.auth_forgot_title(), path: '/forgot-password' }),
  head: loaderHead,
  component: ForgotScreen,
})

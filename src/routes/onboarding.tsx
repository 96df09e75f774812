import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { OnboardingScreen } from '../screens/onboarding/onboarding-screen.tsx'

export const Route = createFileRoute('/onboarding')({
  staticData: { middleware: ['auth'] },
  loader: () => pageHead({ title: m.onboarding_title() }),
  head: loaderHead,
  component: OnboardingScreen,
})

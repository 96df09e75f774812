import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { AboutScreen } from '../screens/about/about-screen.tsx'

export const Route = createFileRoute('/about')({
  loader: () => pageHead({ title: m.about_title(), description: m.session_site_description(), path: '/about' }),
  head: loaderHead,
  component: AboutScreen,
})

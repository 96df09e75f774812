import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { CreatorScreen } from '../../screens/creator/creator-screen.tsx'

export const Route = createFileRoute('/creator/')({
  loader: () => pageHead({ title: m.title_creator(), description: m.creator_headline(), path: '/creator' }),
  head: headOf,
  component: CreatorScreen,
})

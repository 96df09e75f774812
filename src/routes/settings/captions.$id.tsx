import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { CaptionsScreen } from '../../screens/captions/captions-screen.tsx'

export const Route = createFileRoute('/settings/captions/$id')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: () => pageHead({ title: m.captions_title() }),
  head: loaderHead,
  component: CaptionsPage,
})

function CaptionsPage() {
  const { id } = Route.useParams()
  return <CaptionsScreen id={id} />
}

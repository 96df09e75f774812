import { createFileRoute, notFound } from '@tanstack/react-router'
import { editTypes } from '../lib/edit-types.ts'
import { fatal } from '../lib/fatal.ts'
import { pageHead } from '../lib/head.ts'
import { loaderHead } from '../lib/loader-head.ts'
import { m } from '../paraglide/messages.js'
import { EditScreen } from '../screens/profile/edit-screen.tsx'

export const Route = createFileRoute('/@{$username}/edit/$type')({
  beforeLoad: ({ params }) => {
    if (!editTypes.some((it) => it === params.type)) throw notFound({ data: fatal })
  },
  loader: () => pageHead({ title: m.profile_edit_title() }),
  head: loaderHead,
  component: Edit,
})

function Edit() {
  const { type } = Route.useParams()
  return <EditScreen only={editTypes.find((it) => it === type)} />
}

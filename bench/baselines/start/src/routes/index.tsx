import { createFileRoute } from '@tanstack/react-router'
import { getRow } from '../row.ts'

export const Route = createFileRoute('/')({ loader: () => getRow(), component: Page })

/** Two hundred nodes. */
function Page() {
  const row = Route.useLoaderData()
  return (
    <main>
      <h1>{row.username}</h1>
      <p>{row.bio}</p>
      {Array.from({ length: 49 }, (_, at) => (
        <section key={String(at)}>
          <h2>{row.username}</h2>
          <p>{row.bio}</p>
          <a href={`/${at}`}>{row.id}</a>
        </section>
      ))}
    </main>
  )
}

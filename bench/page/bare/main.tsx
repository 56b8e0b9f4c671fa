import { createRoot } from 'react-dom/client'
import './bare.css'

// As many cards as the dashboard has: the balance, the money under way, the tiles, the bank account and the
// games.
const cards = Array.from({ length: 26 }, (_, index) => `Card ${index + 1}`)

const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <main>
      {cards.map((name) => (
        <section key={name}>
          <h2>{name}</h2>
          <p>฿1,250.00</p>
          <button type="button">Open</button>
        </section>
      ))}
    </main>,
  )
}

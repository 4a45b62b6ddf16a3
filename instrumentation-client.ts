/**
 * Next runs this just before it hydrates a page. React is evaluated here, in a task of its own: together with Next's router it
 * blocked a phone's main thread for 160 ms. `app/layout.tsx` asks Next to continue in another task.
 */
import 'react-dom/client'

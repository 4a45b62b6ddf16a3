/**
 * Next runs this just before it hydrates a page. It evaluates React in a separate task: together with Next's router it
 * blocked a phone's main thread for 160 ms. `app/layout.tsx` asks Next to continue in another task.
 */
import 'react-dom/client'

/**
 * Next runs this just before it hydrates a page. The import evaluates React here, in its own task: in one task with Next's
 * router, it blocked a phone's main thread for 160 ms. A script in `app/layout.tsx` makes Next hydrate in the next task.
 */
import 'react-dom/client'

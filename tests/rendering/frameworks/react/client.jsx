import { createRoot, hydrateRoot } from 'react-dom/client';
import { STORY, wayOf } from '../story.ts';
import { App } from './app.jsx';

const way = wayOf(location.pathname);
const root = document.getElementById('root');
const app = <App way={way} story={STORY} />;
if (root.firstElementChild !== null) hydrateRoot(root, app);
else createRoot(way === 'shadow' ? root.attachShadow({ mode: 'open' }) : root).render(app);

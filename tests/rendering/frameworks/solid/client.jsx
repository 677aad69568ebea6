import { hydrate, render } from 'solid-js/web';
import { STORY, wayOf } from '../story.ts';
import { App } from './app.jsx';

const way = wayOf(location.pathname);
const root = document.getElementById('root');
const app = () => <App way={way} story={STORY} />;
if (root.firstElementChild !== null) hydrate(app, root);
else render(app, way === 'shadow' ? root.attachShadow({ mode: 'open' }) : root);

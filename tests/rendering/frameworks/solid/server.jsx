import { generateHydrationScript, renderToString } from 'solid-js/web';
import { STORY } from '../story.ts';
import { App } from './app.jsx';

export const head = generateHydrationScript();
export const render = async (way) => renderToString(() => <App way={way} story={STORY} />);

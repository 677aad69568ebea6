import { renderToString } from 'react-dom/server';
import { STORY } from '../story.ts';
import { App } from './app.jsx';

export const render = async (way) => renderToString(<App way={way} story={STORY} />);

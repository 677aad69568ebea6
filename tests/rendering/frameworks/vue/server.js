import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { STORY } from '../story.ts';
import App from './App.vue';

export const render = (way) => renderToString(createSSRApp(App, { way, given: STORY }));

import "#ui/tokens.css";
import { start } from "#app/start.tsx";

start();
